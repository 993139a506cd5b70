// The sentences of this board.

import { speaker } from "../../lib/boards/speaker";
import en from "./messages/en.json";
import it from "./messages/it.json";

export const { say, count } = speaker({ en, it });
