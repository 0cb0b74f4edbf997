import { Alert } from '@mantine/core'
import { AppError } from '../../../../schemas/errors.ts'
import { LoadedView } from '../../../domain/online/loaded-view.tsx'
import { useLoad } from '../../../domain/online/use-load.ts'
import { adminText } from '../../../text/admin/admin.ts'
import { consoleText as text } from '../../../text/admin/console.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { adminApi } from '../online/admin-api.ts'
import { Command } from './command.ts'
import { CommandPanel } from './command-panel.tsx'
import styles from './console.module.css'
import { QueryPanel } from './query-panel.tsx'

/** The commands; null where this installation has disabled its console. */
async function commands(signal: AbortSignal): Promise<Command[] | null> {
  try {
    return (await adminApi.list('/tinker', Command, { signal })).data
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** `/admin/tinker`: named commands and one read-only query at a time, each written to the audit trail. Never code (ADM-03). */
export function TinkerScreen() {
  const loaded = useLoad('tinker', commands)
  return (
    <>
      <PageHeader title={adminText.entries.tinker} subtitle={text.intro} />
      <LoadedView loaded={loaded}>
        {(all) =>
          all === null ? (
            <Alert color="ardoise" title={text.closed}>
              {text.closedHint}
            </Alert>
          ) : (
            <div className={styles.panels}>
              <CommandPanel commands={all} />
              <QueryPanel />
            </div>
          )
        }
      </LoadedView>
    </>
  )
}
