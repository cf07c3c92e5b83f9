/** `warn` works but needs attention; `fail` means that the service does not work, or is not safe. */
export interface Finding {
  name: string
  state: 'ok' | 'warn' | 'fail'
  message: string
  /** What to do; undefined if nothing has to be done, or the message says it. */
  remedy?: string
}

export function ok(name: string, message: string): Finding {
  return { name, state: 'ok', message }
}

export function warn(name: string, message: string, remedy?: string): Finding {
  return { name, state: 'warn', message, ...(remedy === undefined ? {} : { remedy }) }
}

export function bad(name: string, message: string, remedy?: string): Finding {
  return { ...warn(name, message, remedy), state: 'fail' }
}

/** The message of any thrown value. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
