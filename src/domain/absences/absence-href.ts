import { paths, query } from '../../ui/navigation/paths.ts'

/** Address of an absence; `jour` names the time of a repeated one, which may then be changed alone. */
export const absenceHref = ({ id, jour }: { id: string; jour?: string | undefined }): string =>
  `${paths.resource.view('absence', id)}${query({ jour })}`
