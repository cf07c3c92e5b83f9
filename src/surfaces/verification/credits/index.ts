/**
 * Credits: what a company may spend in a month, set aside before work begins and settled when it is known what it was
 * worth. Every movement is a line of the ledger. The other rooms of verification reserve and settle here.
 * Start at credits.ts.
 */
export {
  type Balance,
  type Hold,
  type Price,
  balanceOf,
  reserve,
  reserving,
  returnForgottenHolds,
  settle,
  settlePart,
  settling,
  writeRemaining,
} from './credits.ts'
export { creditRoutes } from './routes.ts'
