import { expect, it } from 'vitest'
import { readSeedArgs } from './seed-args.ts'

it('reads the number of clients and the company, in both ways of writing', () => {
  expect(readSeedArgs(['--clients', '100000'])).toEqual({ clients: 100_000, company: 'demo' })
  expect(readSeedArgs(['--company=autre', '--clients=5'])).toEqual({ clients: 5, company: 'autre' })
})

it.each([
  [[], 'Indiquez combien de clients ajouter avec --clients.'],
  [['--clients'], 'Il manque la valeur de --clients.'],
  [['--clients', '--company', 'demo'], 'Il manque la valeur de --clients.'],
  [['--clients', 'beaucoup'], "--clients beaucoup n'est pas valide : donnez un nombre entier de 1 à 1 000 000."],
  [['--clients', '0'], "--clients 0 n'est pas valide"],
  [['--clients', '1.5'], "--clients 1.5 n'est pas valide"],
  [['--clients', '1000001'], "--clients 1000001 n'est pas valide"],
  [['--clients', '5', '--clients', '6'], '--clients est donné deux fois.'],
  [['12'], 'Option inconnue : 12'],
  [['--client', '12'], 'Option inconnue : --client'],
  [['--toString', '12'], 'Option inconnue : --toString'],
])('says in French what is wrong with %j', (argv, message) => {
  // Intl groups thousands with a narrow no-break space.
  const text = (): string => {
    try {
      return JSON.stringify(readSeedArgs(argv))
    } catch (error) {
      return (error as Error).message.replaceAll('\u202f', ' ')
    }
  }
  expect(text()).toContain(message)
  expect(text()).toContain('npm run seed -- --clients 100000')
})
