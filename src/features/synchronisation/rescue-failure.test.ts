import { expect, it } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { RescueProblem } from '../../../sync/device/rescue-file.ts'
import { rescueFailure } from './rescue-failure.ts'

it('[RESCUE-2] says in words why a rescue file is not restored, and whose it is', () => {
  expect(rescueFailure(new RescueProblem('passphrase'))).toContain('Ces mots n’ouvrent pas ce fichier')
  expect(rescueFailure(new RescueProblem('other-account', 'Camille Roy'))).toContain('celle de Camille Roy')
  expect(rescueFailure(new RescueProblem('other-company', 'Forez Habitat'))).toContain('Forez Habitat')
  expect(rescueFailure(new AppError('UNAVAILABLE', 'Mémoire pleine.'))).toBe('Mémoire pleine.')
})
