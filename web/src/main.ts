import { mount } from "svelte";

import App from "./App.svelte";
import "./lib/fonts.css";
import "./lib/tokens.css";
import "./lib/base.css";
import { startLanguage } from "./lib/i18n.svelte";

await startLanguage();
mount(App, { target: document.getElementById("app")! });
