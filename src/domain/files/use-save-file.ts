import { type FileView, loadFile, useFileCommands } from '../../data/records/use-files.ts'
import { downloadFile } from '../../ui/format/csv.ts'

/** Saves a file outside of the app, from this device, else fetched when there is a network. Rejects with an AppError that says why not. */
export function useSaveFile(): (file: FileView) => Promise<void> {
  const commands = useFileCommands()
  return async (file) => {
    const bytes = await loadFile(commands, file)
    downloadFile(file.name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: file.type }))
  }
}
