import { plans, setPlan } from '../../surfaces/projects/index.ts'
import { type Command, exit } from './command.ts'
import { readChoice } from './flag-values.ts'
import { pickCompany } from './projects.ts'
import { withAuditedStore } from './with-store.ts'

export const setPlanCommand: Command = {
  settings: true,
  operands: ['PLAN'],
  details: `Plans: ${plans.join(', ')}.`,
  options: [{ flag: '--company', value: 'ID|NAME', meaning: 'The company; may be left out while there is only one.' }],
  run: async ({ config, option, operands, terminal }) => {
    const plan = readChoice('PLAN', operands[0] ?? '', plans)
    const company = await withAuditedStore(config(), (store) =>
      store.tx(async (db) => setPlan(db, (await pickCompany(db, option('--company'))).id, plan)),
    )
    terminal.out(`${company.name} is on ${company.plan}`)
    return exit.ok
  },
}
