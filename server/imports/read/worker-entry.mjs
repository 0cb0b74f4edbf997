// Node 20 cannot start a worker from a TypeScript file, and the loader of the parent thread is not inherited.
import { register } from 'tsx/esm/api'

register()
await import('./read-worker.ts')
