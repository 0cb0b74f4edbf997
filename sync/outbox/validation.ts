type Validation = typeof import('../../schemas/validate.ts')

let loading: Promise<Validation> | undefined

/**
 * The rules of what may be written (15 kB compressed): no part of what opens the first screen. Tabs load it right after that screen
 * (src/db/local-data.ts), so that a write never waits for it, nor depends on a file of a build that an update has replaced since.
 */
export function loadValidation(): Promise<Validation> {
  loading ??= import('../../schemas/validate.ts').catch((error: unknown) => {
    // Asked again by the next write.
    loading = undefined
    throw error
  })
  return loading
}
