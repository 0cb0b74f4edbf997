type Validation = typeof import('../../schemas/validate.ts')

let loading: Promise<Validation> | undefined

/**
 * The validation rules (15 kB compressed) are not part of the first screen's code. Tabs load them right after that screen (src/data/database/local-data.ts),
 * so that a write never waits for them, nor depends on a file of a build that an update has replaced since.
 */
export function loadValidation(): Promise<Validation> {
  loading ??= import('../../schemas/validate.ts').catch((error: unknown) => {
    // The next write loads it again.
    loading = undefined
    throw error
  })
  return loading
}
