import type { Contender } from '../contender.ts'
import { createGraphileWorker } from './graphile-worker.ts'
import { createOurs } from './ours.ts'
import { createPgBoss } from './pg-boss.ts'

/** Everything that is measured, by the name in the table; `storage` is what each is given the address of. */
export const contenders: Record<string, { storage: 'sqlite' | 'postgres'; create(place: string): Promise<Contender> }> =
  {
    'svc on SQLite': { storage: 'sqlite', create: createOurs },
    'svc on Postgres': { storage: 'postgres', create: createOurs },
    'graphile-worker 0.18.0': { storage: 'postgres', create: createGraphileWorker },
    'pg-boss 12.33.7': { storage: 'postgres', create: createPgBoss },
  }
