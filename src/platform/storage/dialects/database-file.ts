/** SQLite's file in the data directory. */
export const databaseFile = 'svc.db'
