/** How saving stands, as the bar shows it. */
export type SaveState =
  /** `undone`: changes that the service refused, and that were taken back. */
  | { kind: 'saved'; at?: Date; undone?: number }
  | { kind: 'unsaved'; changes: number }
  | { kind: 'saving'; changes: number }
  /** Kept here, and sent when the network is back. */
  | { kind: 'offline'; changes: number }
  /** Kept here, and sent once this window may edit. */
  | { kind: 'waiting'; changes: number }
  /** Others changed the same; someone has to decide. */
  | { kind: 'conflict'; changes: number }
  /** The host page has to give a new token. */
  | { kind: 'signedOut'; changes: number }
  /** The service does not accept the changes; kept here until someone decides. */
  | { kind: 'refused'; changes: number; message: string }
  | { kind: 'failed'; changes: number; message: string }

/** Something that went wrong, for a line that goes away by itself. */
export interface Problem {
  message: string
  /** Tells one from the next with the same words. */
  at: number
}
