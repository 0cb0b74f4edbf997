import { useMemo } from 'react'
import { type Commands, everyCommand, type LocalCommand } from '../../../sync/outbox/command-list.ts'
import { openLocalData } from '../database/local-data.ts'
import { useIdentity } from '../session/use-identity.ts'

/** Local writes; calling one before the database is open waits for it. */
export function useCommands(): Commands {
  const identity = useIdentity()
  return useMemo(
    () =>
      everyCommand((name) => async (...given) => {
        const { commands } = await openLocalData(identity)
        return (commands[name] as LocalCommand)(...given)
      }),
    [identity],
  )
}
