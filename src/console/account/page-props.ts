import type { Account } from './resources.ts'

export interface AccountPageProps {
  account: Account
  onChange: () => void
}
