import { fail } from '../../kernel/errors/index.ts'
import { demoProjectId } from '../../kernel/ids/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { type Project, listProjects } from '../../surfaces/projects/index.ts'

/** The project of `--project`, by id or name; without the flag the only project. Never that of the editor demo. */
export async function pickProject(db: Db, wanted: string | undefined): Promise<Project> {
  if (wanted === demoProjectId)
    fail('PROJECT_NOT_FOUND', 'The demo project has no API keys or jobs. Name another project.')
  const projects = await listProjects(db)
  if (wanted === undefined) {
    const [first, second] = projects
    if (first === undefined)
      fail('PROJECT_NOT_FOUND', 'There is no project yet. Start svc serve once, or use svc projects create.')
    if (second !== undefined) fail('PROJECT_NOT_FOUND', 'There are several projects. Name one with --project.')
    return first
  }
  const found = projects.filter((project) => project.id === wanted || project.name === wanted)
  if (found.length > 1)
    fail('PROJECT_NOT_FOUND', `Several projects are named “${wanted}”. Give the id; svc projects list shows it.`)
  return found[0] ?? fail('PROJECT_NOT_FOUND', `Project “${wanted}” not found. svc projects list shows all projects.`)
}
