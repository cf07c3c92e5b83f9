import { dlopen } from 'bun:ffi'

const libraries: Partial<Record<NodeJS.Platform, string>> = {
  // musl's loader takes this name for its own libc too.
  linux: 'libc.so.6',
  darwin: 'libSystem.B.dylib',
  win32: 'ucrtbase.dll',
}

/**
 * Gives a function that ends the whole process from any thread, at once. `process.exit` in a worker ends the worker only,
 * and a process that is the first of its container ignores signals from inside it, SIGKILL too; `_exit` does neither.
 */
export function prepareExit(code: number): () => void {
  const exit = loadExit()
  return () => {
    exit?.(code)
    process.kill(process.pid, 'SIGKILL')
  }
}

function loadExit(): ((code: number) => void) | undefined {
  const library = libraries[process.platform]
  if (library === undefined) return undefined
  try {
    return dlopen(library, { _exit: { args: ['i32'], returns: 'void' } }).symbols._exit
  } catch {
    return undefined
  }
}
