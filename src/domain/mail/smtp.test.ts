import { describe, expect, it } from 'vitest'
import { type Smtp, smtpBody, smtpValues } from './smtp.ts'

const stored: Smtp = {
  id: 'c1',
  NOM: 'Démo',
  host: 'smtp.example.com',
  port: 465,
  secure: true,
  user: 'demo',
  password: '********',
  MAIL_EXPEDITEUR: null,
}

describe('[ADM-01 smtp] the form of a mail server', () => {
  it('never holds the stored password, nor its mask, and does not change it when nothing is typed', () => {
    expect(smtpValues(stored).password).toBe('')
    expect(smtpBody(smtpValues(stored), stored)).toEqual({
      host: 'smtp.example.com',
      port: 465,
      secure: true,
      user: 'demo',
      MAIL_EXPEDITEUR: null,
      _base: { host: 'smtp.example.com', port: 465, secure: true, user: 'demo', MAIL_EXPEDITEUR: null },
    })
  })

  it('sends a new password, and leaves out emptied fields', () => {
    expect(smtpBody({ ...smtpValues(stored), user: ' ', password: 'secret' }, stored)).toMatchObject({
      user: null,
      password: 'secret',
    })
  })

  it('starts with the usual port for a company that has no server', () => {
    expect(smtpValues({ ...stored, host: null, port: null, secure: null, user: null, password: null })).toMatchObject({
      host: '',
      port: 587,
      secure: false,
    })
  })
})
