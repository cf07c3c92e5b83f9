export type QueryValue = string | number | boolean

export type Query = Record<string, QueryValue | QueryValue[] | Record<string, string>>

export type TargetInput = { params: Record<string, string>; query: Query }

/** Validates the decoded parameters of the path and reads the query string as it was sent. Fails with VALIDATION_FAILED. */
export type TargetReader = (params: Record<string, string>, search: string) => TargetInput

/** The complete input of an operation, validated. */
export type OperationInput = TargetInput & { body: unknown }
