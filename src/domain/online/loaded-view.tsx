import { Alert, Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { AppError } from '../../../schemas/errors.ts'
import { adminText } from '../../text/admin/admin.ts'
import { errorsText } from '../../text/errors.ts'
import styles from './loaded-view.module.css'
import type { Loaded } from './use-load.ts'

const ROWS = [1, 2, 3, 4]

/** The loaded content; a grey shape while it loads, a sentence and « Réessayer » when it failed. */
export function LoadedView<T>({ loaded, children }: { loaded: Loaded<T>; children: (data: T) => ReactNode }) {
  if (loaded.state === 'ready') return children(loaded.data)
  if (loaded.state === 'failed') return <LoadFailure error={loaded.error} retry={loaded.reload} />
  return (
    <div className={styles.waiting} aria-busy="true">
      <span className="visually-hidden" role="status">
        {adminText.loading}
      </span>
      {ROWS.map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </div>
  )
}

const words = (error: unknown): string => {
  if (!(error instanceof AppError)) return errorsText.unknown
  return error.code === 'NOT_FOUND' ? adminText.missing : error.message
}

function LoadFailure({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Alert color="rouge" role="alert" title={adminText.failed}>
      <div className={styles.failure}>
        <span>{words(error)}</span>
        <Button variant="default" onClick={retry}>
          {errorsText.retry}
        </Button>
      </div>
    </Alert>
  )
}
