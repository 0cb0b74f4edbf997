import type { Static, TSchema } from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { readsAs } from '../../../schemas/reads-as.ts'
import { AskedCode, ClientChoice, IssuedToken } from '../../../schemas/space/login.ts'
import { callApi } from '../../app/api.ts'
import { errorsText } from '../../text/errors.ts'

const unreadable = (): AppError => new AppError('INTERNAL', errorsText.unreadable)

async function post<S extends TSchema>(schema: S, path: string, body: unknown): Promise<Static<S>> {
  const answer = await callApi<unknown>(path, { method: 'POST', body, token: null, ownRefusal: true })
  if (!readsAs(schema, answer)) throw unreadable()
  return answer
}

/** Sends a code to this number, if one of the company's customers has it; nobody can tell from the answer. @returns the challenge */
export const askLoginCode = async (PORTABLE: string): Promise<string> =>
  (await post(AskedCode, '/space/generateOtp', { PORTABLE })).challenge

export interface LoginCode {
  challenge: string
  PORTABLE: string
  CODE: string
  /** Which customer, when the number has several. */
  IDCLIENT?: string
}

/** A session, or the customers to choose from. @throws AppError; `errors.CODE` for a code that is wrong, old, used or dead */
export async function giveLoginCode(code: LoginCode): Promise<IssuedToken | ClientChoice> {
  const path = '/space/verifyOtpAndCreateToken'
  const answer = await callApi<unknown>(path, { method: 'POST', body: code, token: null, ownRefusal: true })
  if (readsAs(ClientChoice, answer)) return answer
  if (readsAs(IssuedToken, answer)) return answer
  throw unreadable()
}

const PHONE = /^[0-9+ .()-]{6,25}$/
const SHORTEST = 6

/** What the server would refuse at once. */
export const isPhone = (value: string): boolean => PHONE.test(value) && value.replace(/\D/g, '').length >= SHORTEST
