import { dlopen } from 'bun:ffi'

const libraries: Partial<Record<NodeJS.Platform, string>> = {
  // musl's loader maps this name to its own libc too.
  linux: 'libc.so.6',
  darwin: 'libSystem.B.dylib',
  win32: 'ucrtbase.dll',
}

/**
 * Returns a function that ends the whole process from any thread, at once. `process.exit` in a worker ends only the worker,
 * and a process that is the first of its container ignores signals from inside it, even SIGKILL; `_exit` has neither
 * limitation.
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
