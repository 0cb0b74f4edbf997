import { RescueProblem } from '../../../sync/device/rescue-file.ts'
import { synchronisationText } from '../../text/synchronisation.ts'
import { foreignFailure } from '../../ui/notices/foreign-failure.ts'
import { failureText } from '../../ui/notices/notices.tsx'

/** Why a rescue file could not be made, read or restored, in words. */
export const rescueFailure = (error: unknown): string =>
  error instanceof RescueProblem
    ? synchronisationText.rescue.problems[error.reason](error.owner ?? '')
    : (foreignFailure(error) ?? failureText(error).messages.join(' '))
