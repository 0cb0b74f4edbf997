import { may, mayChangeOf } from '../../../schemas/access.ts'
import { isNamedByPeople } from '../../../schemas/entities/fichier.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { type FileView, useFileCommands } from '../../data/records/use-files.ts'
import { useStaff } from '../personnels/use-staff.ts'

export interface FileNaming {
  /** Its author or the office names a photo or a document (DAY-04); whoever took it, one that has not left this device. */
  may: (file: FileView) => boolean
  /**
   * Gives the name here at once; everybody sees it when there is a network. @param name with its ending
   * @throws AppError with words for people
   */
  name: (id: string, name: string) => Promise<void>
}

/** Names files of the drive, and files that wait on this device. */
export function useNameFile(): FileNaming {
  const staff = useStaff()
  const commands = useCommands()
  const queue = useFileCommands()
  return {
    may: (file) => {
      if (!isNamedByPeople(file.origin)) return false
      // The server has it, and this device does not have its record yet: there is nothing to name.
      if (file.from === 'queue') return file.state !== 'synced'
      return may(staff, 'update', 'fichier') && mayChangeOf(staff, 'fichier', file.author)
    },
    name: async (id, name) => {
      if (!(await queue.rename(id, name))) await commands.update('fichier', id, { NOM: name })
    },
  }
}
