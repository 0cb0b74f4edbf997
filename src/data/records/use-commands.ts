import { useMemo } from 'react'
import type { Commands } from '../../../sync/outbox/commands.ts'
import { openLocalData } from '../database/local-data.ts'
import { useIdentity } from '../session/use-identity.ts'

/** Local writes; calling one before the database is open waits for it. */
export function useCommands(): Commands {
  const identity = useIdentity()
  return useMemo(() => {
    const data = () => openLocalData(identity)
    return {
      create: async (...args) => (await data()).commands.create(...args),
      update: async (...args) => (await data()).commands.update(...args),
      remove: async (...args) => (await data()).commands.remove(...args),
      restore: async (...args) => (await data()).commands.restore(...args),
      debrief: async (...args) => (await data()).commands.debrief(...args),
      cancelProjet: async (...args) => (await data()).commands.cancelProjet(...args),
      feedback: async (...args) => (await data()).commands.feedback(...args),
      transmitDevis: async (...args) => (await data()).commands.transmitDevis(...args),
      relanceDevis: async (...args) => (await data()).commands.relanceDevis(...args),
    }
  }, [identity])
}
