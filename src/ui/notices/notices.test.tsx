// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError, unauthorized, validationError } from '../../../schemas/errors.ts'
import { Overlays } from '../../app/overlays.tsx'
import { theme } from '../theme.ts'
import { failureText, NOTICE_MS, NOTICE_SPEED_MS, NOTICE_WIDTH, notices } from './notices.tsx'

const stand = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <Overlays />
    </MantineProvider>,
  )

describe('the wording of an error', () => {
  it.each([unauthorized(), new AppError('UNAUTHENTICATED', 'Unauthenticated.')])(
    '[ERR-01] $code is « Non autorisé », in its exact words',
    (error) => {
      expect(failureText(error)).toEqual({
        title: 'Non autorisé',
        messages: ["Vous n'êtes pas autorisé à effectuer cette action."],
      })
    },
  )

  it('[ERR-01] UNAUTHORIZED says what the server says of this one call', () => {
    const reason = 'Ce réglage revient à un directeur de toutes les agences.'
    expect(failureText(new AppError('UNAUTHORIZED', reason))).toEqual({ title: 'Non autorisé', messages: [reason] })
  })

  it('[ERR-02] VALIDATION_ERROR lists every message of every field under « Mauvais parametres »', () => {
    const error = validationError({ NOM: ['Ce champ est requis'], MAIL: ['Trop long', 'Adresse invalide'] })
    expect(failureText(error)).toEqual({
      title: 'Mauvais parametres',
      messages: ['Ce champ est requis', 'Trop long', 'Adresse invalide'],
    })
  })

  it('[ERR-03] any other error is « Erreur » with its message', () => {
    expect(failureText(new AppError('CONFLICT', 'Déjà modifié.'))).toEqual({
      title: 'Erreur',
      messages: ['Déjà modifié.'],
    })
    expect(failureText(new TypeError('x is undefined')).messages).toEqual(['x is undefined'])
  })
})

describe('notices', () => {
  beforeEach(stand)

  it('[ERR-02] the dialog blocks, shows every message and closes on OK', async () => {
    notices.failure(validationError({ A: ['Un'], B: ['Deux'] }))
    const dialog = await screen.findByRole('dialog', { name: 'Mauvais parametres' })
    expect(dialog.textContent).toContain('Un')
    expect(dialog.textContent).toContain('Deux')
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    [
      'a full device, as Chromium refuses the commit',
      Object.assign(new Error('QuotaExceededError: The quota has been exceeded.'), {
        name: 'AbortError',
        inner: new DOMException('The quota has been exceeded.', 'QuotaExceededError'),
      }),
      /^La mémoire de cet appareil est pleine : votre saisie n’a pas pu être gardée/,
    ],
    [
      'a full device, as other browsers refuse the write',
      new DOMException('The quota has been exceeded.', 'QuotaExceededError'),
      /^La mémoire de cet appareil est pleine/,
    ],
    [
      'a connection that closed itself',
      Object.assign(new Error('Database has been closed'), { name: 'DatabaseClosedError' }),
      /^Une erreur inattendue est survenue/,
    ],
    ['an error with its own words', new Error('Ce fichier ne contient aucune ligne.'), /^Ce fichier ne contient/],
  ])('[ERR-03] the words of %s are French', async (_, error, words) => {
    notices.failure(error)
    const dialog = await screen.findByRole('dialog', { name: 'Erreur' })
    expect(within(dialog).getByText(words)).toBeTruthy()
    expect(dialog.textContent).not.toMatch(/quota|closed/i)
  })

  it('[ERR-05] confirm asks « Êtes-vous sûr ? » and answers true for Oui, false for Non and for closing', async () => {
    for (const [press, answer] of [
      ['Oui', true],
      ['Non', false],
      ['Fermer', false],
      ['Escape', false],
    ] as const) {
      const asked = notices.confirm()
      await screen.findByRole('dialog', { name: 'Êtes-vous sûr ?' })
      if (press === 'Escape') await userEvent.keyboard('{Escape}')
      else await userEvent.click(screen.getByRole('button', { name: press }))
      expect(await asked).toBe(answer)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('[ERR-05] success says « Opération réussie », loading « Chargement... », for 3 s in a box of 300 px', async () => {
    notices.success()
    expect(await screen.findByText('Opération réussie')).toBeTruthy()
    const loading = notices.loading()
    expect(await screen.findByText('Chargement...')).toBeTruthy()
    loading.close()
    await waitFor(() => expect(screen.queryByText('Chargement...')).toBeNull())
    expect([NOTICE_MS, NOTICE_SPEED_MS, NOTICE_WIDTH]).toEqual([3000, 300, 300])
  })

  it('at most three stand at once: older ones make room, what loads and what must be closed stays', async () => {
    // What leaves by itself stays, however long the machine takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const loading = notices.loading('Envoi…')
    for (const n of [1, 2, 3, 4, 5]) notices.info(`Fait ${n}`)
    await act(() => vi.advanceTimersByTimeAsync(2 * NOTICE_SPEED_MS))
    expect(screen.queryByText('Fait 3')).toBeNull()
    expect(screen.getAllByText(/^Fait|^Envoi/).map((notice) => notice.textContent)).toEqual([
      'Envoi…',
      'Fait 4',
      'Fait 5',
    ])
    loading.close()
    await act(() => vi.advanceTimersByTimeAsync(2 * NOTICE_MS))
    expect(screen.queryByText(/^Fait|^Envoi/)).toBeNull()
  })

  it('a question needs no message above it', async () => {
    let asked = 0
    notices.action({
      forMs: 60_000,
      ask: { question: 'Prévenir le client ?', answers: [{ label: 'Mail', onAction: () => asked++ }] },
    })
    const question = await screen.findByText('Prévenir le client ?')
    expect(question.parentElement?.previousElementSibling).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Mail' }))
    expect(asked).toBe(1)
  })

  it('[ERR-04] a cancelled request is noted as « Request aborted », without a dialog', async () => {
    notices.failure(new AppError('UNAVAILABLE', 'Request aborted'))
    expect(await screen.findByText('Request aborted')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a notice before dialogs are mounted', () => {
  it('waits and then appears', async () => {
    notices.error('Trop tôt')
    stand()
    expect(await screen.findByText('Trop tôt')).toBeTruthy()
  })
})
