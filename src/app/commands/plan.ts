import { plans, setPlan } from '../../surfaces/projects/index.ts'
import { type Command, exit } from './command.ts'
import { pickCompany } from './projects.ts'
import { withAuditedStore } from './with-store.ts'

export const setPlanCommand: Command = {
  settings: true,
  operands: ['PLAN'],
  details: `Plans: ${plans.join(', ')}.`,
  options: [{ flag: '--company', value: 'ID|NAME', meaning: 'The company; may be left out while there is only one.' }],
  run: async ({ config, option, operands, terminal }) => {
    const company = await withAuditedStore(config(), (store) =>
      store.tx(async (db) => setPlan(db, (await pickCompany(db, option('--company'))).id, operands[0] ?? '')),
    )
    terminal.out(`${company.name} is on ${company.plan}`)
    return exit.ok
  },
}
