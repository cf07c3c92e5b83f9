/** How saving stands, as the bar shows it. */
export type SaveState =
  | { kind: 'saved'; at?: Date }
  | { kind: 'unsaved'; changes: number }
  | { kind: 'saving'; changes: number }
  /** Kept here, and sent when the network is back. */
  | { kind: 'offline'; changes: number }
  /** Others changed the same; somebody has to decide. */
  | { kind: 'conflict'; changes: number }
  /** The host page has to give a new token. */
  | { kind: 'signedOut'; changes: number }
  | { kind: 'failed'; changes: number; message: string }

/** Something that went wrong, for a line that goes away by itself. */
export interface Problem {
  message: string
  /** Tells one from the next with the same words. */
  at: number
}
