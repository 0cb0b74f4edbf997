import type { ClientLike, WrittenAddress } from '../../schemas/rules/duplicates.ts'
import { duplicateMarks } from '../../schemas/rules/duplicates.ts'
import { normalise } from '../../schemas/search.ts'

/** A client that a line may repeat: stored (its id), or made by an earlier line of the file (its number). */
export interface KnownClient {
  IDCLIENT: string | null
  ligne: number | null
  nom: string
}

type Named = Pick<ClientLike, 'NOM' | 'PRENOM' | 'PORTABLE' | 'TELEPHONE'>

/** Clients and projects that are there already, to find what a line repeats without comparing it with each. */
export interface Marks {
  seek(client: Named, address: WrittenAddress | null): KnownClient | undefined
  put(known: KnownClient, client: Named, address: WrittenAddress | null): void
  /** Two projects of one client are the same when their descriptions are, whatever their accents, case and signs. */
  hasProject(known: KnownClient, description: string | null): boolean
  putProject(known: KnownClient, description: string | null): void
  /** Adds these to the marks that they stand on: the transaction that found them is committed. */
  complete(): void
  take(clients: ReadonlyMap<string, KnownClient>, projects: ReadonlySet<string>): void
}

const projectKey = ({ IDCLIENT, ligne }: KnownClient, description: string | null): string =>
  `${IDCLIENT ?? `#${ligne}`}|${normalise(description ?? '')}`

/** @param below marks that count too, and that stay as they are until `complete` */
export function createMarks(below?: Marks): Marks {
  const clients = new Map<string, KnownClient>()
  const projects = new Set<string>()
  const putMark = (mark: string, known: KnownClient): void => {
    if (!clients.has(mark)) clients.set(mark, known)
  }
  return {
    seek: (client, address) => {
      const found = duplicateMarks(client, address).seeks.find((mark) => clients.has(mark))
      return (found === undefined ? undefined : clients.get(found)) ?? below?.seek(client, address)
    },
    put: (known, client, address) => {
      for (const mark of duplicateMarks(client, address).puts) putMark(mark, known)
    },
    hasProject: (known, description) =>
      projects.has(projectKey(known, description)) || (below?.hasProject(known, description) ?? false),
    putProject: (known, description) => {
      projects.add(projectKey(known, description))
    },
    complete: () => below?.take(clients, projects),
    take: (more, moreProjects) => {
      for (const [mark, known] of more) putMark(mark, known)
      for (const project of moreProjects) projects.add(project)
    },
  }
}
