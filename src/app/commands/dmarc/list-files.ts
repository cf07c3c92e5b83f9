import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The files that the operands name, those of folders sorted and without hidden ones. `-` is standard input. */
export async function listFiles(operands: readonly string[]): Promise<{ files: string[]; problems: string[] }> {
  const files: string[] = []
  const problems: string[] = []
  for (const operand of operands) {
    if (operand === '-') {
      files.push(operand)
      continue
    }
    try {
      if ((await stat(operand)).isDirectory()) files.push(...(await filesIn(operand)))
      else files.push(operand)
    } catch (error) {
      problems.push(
        `${operand}: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : 'cannot be read'}`,
      )
    }
  }
  return { files, problems }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/(?:^|[\\/])\./.test(join(entry.parentPath, entry.name).slice(folder.length)))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
