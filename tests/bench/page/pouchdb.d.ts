/** The few calls of PouchDB that the bench makes; the packages carry no types. */
declare module 'pouchdb-browser' {
  export default class PouchDB {
    constructor(name: string, options: { adapter: string; auto_compaction: boolean })
    static plugin(plugin: unknown): void
    replicate: { from: (url: string, options: { batch_size: number; batches_limit: number }) => Promise<unknown> }
    info(): Promise<{ doc_count: number }>
  }
}
declare module 'pouchdb-adapter-indexeddb' {
  const plugin: unknown
  export default plugin
}
