// The address that people are invited to: on the host's own machine another than the page's.

import { api } from "./http";

export interface Invited {
  origin: string;
  here: boolean; // works on this machine only
}

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

export async function invited(): Promise<Invited> {
  const found = await api.address().catch(() => ({ url: null }));
  return { origin: found.url ?? location.origin, here: !found.url && LOOPBACK.test(location.hostname) };
}
