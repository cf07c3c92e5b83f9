/**
 * Monthly credits of a company: reserved before work starts, settled with the actual cost when it ends. Every movement is a
 * row of the ledger. Every module of verification reserves and settles here. Start at credits.ts.
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
