// Calls a player who is looking elsewhere: a badge on the page's icon, two soft notes, and a notification if allowed.

import { t } from "../i18n.svelte";

let audio: AudioContext | null = null;

// Browsers let a page make sounds only after the player has touched it.
addEventListener("pointerdown", () => void (audio ??= newAudio())?.resume(), { once: true });

function newAudio(): AudioContext | null {
  return "AudioContext" in window ? new AudioContext() : null;
}

/** Puts a dot on the page's icon while it is your turn and the page is hidden; call it in an effect. */
export function badge(): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const show = (on: boolean): void => {
    if (icon) icon.href = on ? "/favicon-turn.svg" : "/favicon.svg";
  };
  const look = (): void => show(document.hidden);
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    show(false);
  };
}

export function ring(): void {
  try {
    audio ??= newAudio();
    if (!audio) return;
    void audio.resume();
    const start = audio.currentTime;
    for (const [i, pitch] of [587.3, 880].entries()) {
      const tone = audio.createOscillator();
      const loudness = audio.createGain();
      tone.type = "sine";
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0, start + i * 0.14);
      loudness.gain.linearRampToValueAtTime(0.12, start + i * 0.14 + 0.02);
      loudness.gain.exponentialRampToValueAtTime(0.001, start + i * 0.14 + 0.5);
      tone.connect(loudness).connect(audio.destination);
      tone.start(start + i * 0.14);
      tone.stop(start + i * 0.14 + 0.55);
    }
  } catch {
    // no sound here
  }
}

export const canNotify = "Notification" in window;

export async function askToNotify(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === "granted";
}

export function notify(game: string, prompt: string): void {
  if (!canNotify || Notification.permission !== "granted" || !document.hidden) return;
  try {
    new Notification(t("turn.notice", { game }), { body: prompt, tag: "townwright-turn", icon: "/favicon.svg" });
  } catch {
    // some phones allow notifications only to installed pages
  }
}
