// The address for invitations. On the server's own machine it differs from the page's.

import { api } from "./http";

export interface Invited {
  origin: string;
  here: boolean; // whether it works only on this machine
}

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

export async function invited(): Promise<Invited> {
  const found = await api.address().catch(() => ({ url: null }));
  return { origin: found.url ?? location.origin, here: !found.url && LOOPBACK.test(location.hostname) };
}
