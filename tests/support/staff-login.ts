import { HEADER } from '../../schemas/protocol.ts'

export interface StaffLogin {
  token: string
  person: string
  companyId: string
}

/** Logs in a demo account as its phone does, at an API (`…/api`) and in a company given by id or key. @throws Error when it is refused */
export async function logInStaff(api: string, company: string, mail: string): Promise<StaffLogin> {
  const response = await fetch(`${api}/lolapp/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [HEADER.company]: company },
    body: JSON.stringify({ MAIL: mail, password: 'demonstration' }),
  })
  const { data } = (await response.json()) as { data?: { token: string; tokenable_id: string; company_id: string } }
  if (!data) throw new Error(`The login of ${mail} was answered ${response.status}`)
  return { token: data.token, person: data.tokenable_id, companyId: data.company_id }
}
