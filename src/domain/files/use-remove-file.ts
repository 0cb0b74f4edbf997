import { seesAgencies } from '../../../schemas/access.ts'
import { isSignedFile } from '../../../schemas/entities/fichier.ts'
import { fileRefusal } from '../../../schemas/rules/deletion.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { type FileView, useFileCommands } from '../../data/records/use-files.ts'
import { filesText as text } from '../../text/files.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { useStaff } from '../personnels/use-staff.ts'
import { useRemovedNotice } from '../records/use-removed-notice.ts'
import { nameOf } from './file-name.ts'

export interface FileRemoval {
  /** Its author or the office removes a file that is not signed (API-05); whoever took it, one that has not left this device. */
  may: (file: FileView) => boolean
  /** Asks, then removes it here at once; the drive's own one when there is a network. @returns whether it was removed */
  remove: (file: FileView) => Promise<boolean>
}

/**
 * Removes files of the drive, and files that wait on this device.
 * @param files those beside it, a signed PV among them
 */
export function useRemoveFile(files: readonly FileView[]): FileRemoval {
  const staff = useStaff()
  const commands = useCommands()
  const queue = useFileCommands()
  const sayRemoved = useRemovedNotice()
  return {
    may: (file) => {
      const hasPv = files.some(({ recordId, origin }) => recordId === file.recordId && isSignedFile(origin))
      if (fileRefusal(file.origin, hasPv) !== null) return false
      // The server has it, and this device does not have its record yet: there is nothing to remove it by.
      if (file.from === 'queue') return file.state !== 'synced'
      return file.author === staff.id || seesAgencies(staff)
    },
    remove: async (file) => {
      if (!(await notices.confirm({ message: text.confirmRemove(nameOf(file)) }))) return false
      try {
        if (file.from === 'queue') await queue.abandon(file.id)
        else await commands.remove('fichier', file.id)
      } catch (error) {
        notices.failure(error)
        return false
      }
      if (file.from === 'drive') sayRemoved('fichier', file.id)
      return true
    },
  }
}
