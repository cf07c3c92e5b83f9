import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dir, '..')

/** What one executable is built for; the machine's own when the target is left out. */
export interface CompileOptions {
  outfile: string
  target?: Bun.Build.CompileTarget
}

/** Compiles src/main.ts into one executable that holds the migrations and the public files. Throws with the bundler's log. */
export async function compile({ outfile, target }: CompileOptions): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true })
  const result = await Bun.build({
    // A thread loads its module by name, so that is an entry point too; the first one is the program.
    entrypoints: ['src/main.ts', 'src/app/worker.ts', 'src/app/watchdog.ts']
      .map((file) => join(root, file))
      .filter((file) => existsSync(file)),
    target: 'bun',
    // Bytecode defaults to CommonJS, where top-level await is a syntax error.
    format: 'esm',
    minify: true,
    // What program and threads share is there once, and what is imported on use is read on use.
    splitting: true,
    bytecode: true,
    sourcemap: 'linked',
    // A plain compile leaves NODE_ENV at "development".
    define: { 'process.env.NODE_ENV': '"production"' },
    compile: {
      outfile,
      ...(target === undefined ? {} : { target }),
      assets: [join(root, 'migrations'), join(root, 'dist/public')].filter((folder) => existsSync(folder)),
      // Otherwise the binary would obey a .env or bunfig.toml of the folder it is started in.
      autoloadDotenv: false,
      autoloadBunfig: false,
      // What runs once until something is served or printed is not worth compiling; `serve` and the threads then take 1.
      jitPolicy: 16,
    },
  })
  if (!result.success) throw new Error(result.logs.map(String).join('\n'))
  removeMaps(dirname(outfile))
}

/** The maps are embedded too; the copies beside the binary only tempt people to ship them. */
function removeMaps(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith('.map')) rmSync(join(folder, name))
}
