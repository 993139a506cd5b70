// A connection that reopens automatically, waiting a little longer after each failure.

export interface SocketEvents {
  address: () => string; // called for every attempt
  opened: () => void;
  received: (frame: any) => void;
  lost: (again: number) => void; // milliseconds until the next attempt
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const LONGEST_SILENCE = 45_000; // the server sends a beat every 20 seconds

export class Socket {
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private ended = false;

  constructor(private readonly events: SocketEvents) {
    addEventListener("online", this.now);
    document.addEventListener("visibilitychange", this.seen);
    this.open();
  }

  /** Sends a frame if connected; returns whether it was sent. */
  send(frame: unknown): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** Reconnects now instead of waiting. */
  now = (): void => {
    if (this.ended || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.timer);
    this.open();
  };

  /** Opens a new connection, with a new address. */
  again(): void {
    this.drop();
    this.failures = 0;
    this.open();
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.seen);
    this.drop();
  }

  private seen = (): void => {
    if (!document.hidden) this.now();
  };

  private drop(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
  }

  /** Something arrived. If nothing follows for 45 s, the connection counts as lost. */
  private heard(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.events.lost(0);
      this.again();
    }, LONGEST_SILENCE);
  }

  private open(): void {
    const socket = new WebSocket(this.events.address());
    this.socket = socket;
    this.heard();
    socket.onopen = () => {
      if (socket === this.socket) this.events.opened();
    };
    socket.onmessage = (message) => {
      if (socket !== this.socket) return;
      this.failures = 0;
      this.heard();
      for (const frame of JSON.parse(message.data as string)) this.events.received(frame);
    };
    socket.onclose = () => {
      if (socket !== this.socket || this.ended) return;
      this.socket = null;
      clearTimeout(this.silence);
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.75 + Math.random() / 2);
      this.failures += 1;
      this.events.lost(wait);
      this.timer = setTimeout(() => this.open(), wait);
    };
  }
}
