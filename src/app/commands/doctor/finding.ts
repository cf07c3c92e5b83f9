/** `warn` works but needs attention; `fail` means that the service does not work, or is not safe. */
export interface Finding {
  name: string
  state: 'ok' | 'warn' | 'fail'
  message: string
}

export function ok(name: string, message: string): Finding {
  return { name, state: 'ok', message }
}

export function warn(name: string, message: string): Finding {
  return { name, state: 'warn', message }
}

export function bad(name: string, message: string): Finding {
  return { name, state: 'fail', message }
}

/** The message of any thrown value. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
