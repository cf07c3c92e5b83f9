import { fail } from '../../kernel/errors/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { demoProjectId } from '../../kernel/ids/index.ts'
import { type Company, createProject, findProject, listCompanies, listProjects } from '../../surfaces/projects/index.ts'
import { vaultOf } from '../instance-secret.ts'
import { type Command, type Option, exit } from './command.ts'
import { printTable, printTime } from './print-table.ts'
import { withAuditedStore, withStore } from './with-store.ts'

const json: Option = { flag: '--json', meaning: 'As JSON.' }

/** Creates a project and prints its plugin credentials; the secret cannot be read again. */
export const createProjectCommand: Command = {
  settings: true,
  options: [
    { flag: '--name', value: 'NAME', meaning: 'The name of the project.', required: true },
    {
      flag: '--origins',
      value: 'A,B',
      meaning: 'Origins of pages that may embed the editor, such as https://app.example.com.',
    },
    { flag: '--company', value: 'ID|NAME', meaning: 'The company; may be left out while there is only one.' },
    json,
  ],
  run: async ({ config: read, option, has, terminal }) => {
    const allowedOrigins = (option('--origins') ?? '').split(',').filter((origin) => origin !== '')
    const made = await withAuditedStore(read(), (store, config) =>
      store.tx(async (db) =>
        createProject(db, vaultOf(config), {
          companyId: (await pickCompany(db, option('--company'))).id,
          name: option('--name') ?? '',
          allowedOrigins,
        }),
      ),
    )
    const shown = {
      id: made.project.id,
      name: made.project.name,
      plugin_id: made.pluginId,
      secret_key: made.pluginSecret,
    }
    if (has('--json')) terminal.out(JSON.stringify(shown))
    else {
      terminal.out(`Project     ${shown.id}\nPlugin ID   ${shown.plugin_id}\nSecret Key  ${shown.secret_key}`)
      terminal.err('The Secret Key cannot be shown again. svc keys create --project creates an API key.')
    }
    return exit.ok
  },
}

/** The project of the editor demo is last and marked. */
export const listProjectsCommand: Command = {
  settings: true,
  options: [json],
  run: async ({ config, has, terminal }) => {
    const projects = await withStore(config(), async ({ read }) => {
      const demo = await findProject(read, demoProjectId)
      return [...(await listProjects(read)), ...(demo === undefined ? [] : [demo])]
    })
    const rows = projects.map((project) => ({
      id: project.id,
      name: project.name,
      plugin_id: project.pluginId,
      created_at: printTime(project.createdAt, ''),
      use: project.id === demoProjectId ? 'demo' : '',
    }))
    terminal.out(has('--json') ? JSON.stringify(rows) : printTable(rows, 'No projects'))
    return exit.ok
  },
}

/** The company of `--company`, by id or name; without the flag the only company. */
export async function pickCompany(db: Db, wanted: string | undefined): Promise<Company> {
  const companies = await listCompanies(db)
  const found = wanted === undefined ? companies : companies.filter(({ id, name }) => id === wanted || name === wanted)
  if (found.length > 1) fail('PROJECT_NOT_FOUND', 'There are several companies. Choose one with --company ID.')
  if (found[0] !== undefined) return found[0]
  if (companies.length === 0) fail('PROJECT_NOT_FOUND', 'There is no company yet. svc serve creates the first one.')
  const names = companies.map(({ name }) => `“${name}”`).join(', ')
  return fail('PROJECT_NOT_FOUND', `Company “${wanted}” not found. Use one of ${names}.`)
}
