/** What sends the messages of `message` (enqueue.ts) to the outside. */
export interface Messages {
  /** Call it after the commit that enqueued: the company's messages leave now rather than at the next round. Null: the platform's. */
  wake(companyId: string | null): void
}
