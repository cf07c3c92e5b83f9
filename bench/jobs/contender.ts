/** What a job of this benchmark carries. */
export interface Load {
  tenant: string
  /** When it was sent, by performance.now(), where the way to its run is measured. */
  sentAtMs?: number
}

/** A job queue as this benchmark sees it, set up the way its makers advise for many small jobs. */
export interface Contender {
  /** Stores these as waiting jobs, in as few calls as the queue allows. */
  enqueue(loads: readonly Load[]): Promise<void>
  /** Starts workers; `run` is the whole of a job's work. */
  start(run: (load: Load) => void): Promise<void>
  /** Stops workers once what they took is finished. */
  stop(): Promise<void>
}
