/**
 * Content of a demonstration project, written through the operations of the API, so that every row is one that a client could
 * have made. Start at demo.ts.
 */
export { seedDemo } from './demo.ts'
export { createOperations } from './operations.ts'
