// Before the first paint: the theme and the language, so that nothing flashes. src/lib/theme.ts and i18n.ts own both.
(function () {
  var root = document.documentElement;
  var stored = function (key) {
    try {
      return JSON.parse(localStorage.getItem("townwright." + key));
    } catch (error) {
      void error; // storage may be forbidden; the defaults are fine
      return null;
    }
  };
  var theme = stored("theme");
  var dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  root.lang = stored("language") || (/^it\b/i.test(navigator.language) ? "it" : "en");
})();
