/** What one check found. `warn` works but deserves a look; `fail` means the service will not work, or is not safe. */
export interface Finding {
  name: string
  state: 'ok' | 'warn' | 'fail'
  message: string
}

/** A finding that all is well. */
export function ok(name: string, message: string): Finding {
  return { name, state: 'ok', message }
}

/** A finding that deserves a look. */
export function warn(name: string, message: string): Finding {
  return { name, state: 'warn', message }
}

/** A finding that keeps the service from working, or from being safe where strangers reach it. */
export function bad(name: string, message: string): Finding {
  return { name, state: 'fail', message }
}

/** The message of whatever was thrown. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
