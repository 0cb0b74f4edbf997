/** Code that a company's website, or its older software, keeps on its own server. Tests run the JavaScript ones as they are. */

/** `https://demo.exemple.fr` from the administrators' `https://admin.exemple.fr`. */
export const companyOrigin = (adminOrigin: string, key: string): string =>
  adminOrigin.replace('://admin.', `://${key}.`)

export const CODE_KINDS = ['PHP', 'JavaScript'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

interface Place {
  /** Of the company: `https://demo.exemple.fr`. */
  origin: string
  key: string
}

export const leadCode = ({ origin, key }: Place): Record<CodeKind, string> => ({
  PHP: `<?php
function lolapp_contact(array $contact): int {
  $corps = json_encode($contact, JSON_UNESCAPED_UNICODE);
  $heure = (string) time();
  $appel = curl_init('${origin}/api/webhook/contact/create');
  curl_setopt_array($appel, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_HTTPHEADER => [
      'Content-Type: application/json',
      'Company-Key: ${key}',
      "Lolapp-Timestamp: $heure",
      'Lolapp-Signature: ' . hash_hmac('sha256', "$heure.$corps", getenv('LOLAPP_CLE')),
    ],
    CURLOPT_POSTFIELDS => $corps,
  ]);
  curl_exec($appel);
  return curl_getinfo($appel, CURLINFO_RESPONSE_CODE); // 201 : reçu, 200 : essai réussi
}

// Enlevez ESSAI pour envoyer vraiment.
lolapp_contact(['ESSAI' => true, 'NOM' => 'Durand', 'PRENOM' => 'Léa', 'PORTABLE' => '0612345678', 'MAIL' => 'lea@exemple.fr',
  'ADRESSE' => '1 rue des Lilas', 'CODE_POSTAL' => '69003', 'VILLE' => 'Lyon', 'DESCRIPTION' => 'Trois fenêtres']);
`,
  JavaScript: `import { createHmac } from 'node:crypto'

async function lolappContact(contact) {
  const corps = JSON.stringify(contact)
  const heure = String(Math.floor(Date.now() / 1000))
  const reponse = await fetch('${origin}/api/webhook/contact/create', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'company-key': '${key}',
      'lolapp-timestamp': heure,
      'lolapp-signature': createHmac('sha256', process.env.LOLAPP_CLE).update(heure + '.' + corps).digest('hex'),
    },
    body: corps,
  })
  return reponse.status // 201 : reçu, 200 : essai réussi
}

// Enlevez ESSAI pour envoyer vraiment.
console.log(await lolappContact({ ESSAI: true, NOM: 'Durand', PRENOM: 'Léa', PORTABLE: '0612345678', VILLE: 'Lyon' }))
`,
})

export const linkCode = ({ origin }: Place): Record<CodeKind, string> => ({
  PHP: `<?php
function lolapp_lien(string $mail): string {
  $base64url = fn(string $texte) => rtrim(strtr(base64_encode($texte), '+/', '-_'), '=');
  $contenu = ['jti' => bin2hex(random_bytes(16)), 'exp' => time() + 120, 'mail' => $mail];
  $jeton = $base64url('{"alg":"HS256","typ":"JWT"}') . '.' . $base64url(json_encode($contenu));
  $signature = $base64url(hash_hmac('sha256', $jeton, getenv('LOLAPP_CLE_LIENS'), true));
  return '${origin}/login/manager#jeton=' . "$jeton.$signature";
}
`,
  JavaScript: `import { createHmac, randomUUID } from 'node:crypto'

function lolappLien(mail) {
  const base64url = (valeur) => Buffer.from(JSON.stringify(valeur)).toString('base64url')
  const contenu = { jti: randomUUID(), exp: Math.floor(Date.now() / 1000) + 120, mail }
  const jeton = base64url({ alg: 'HS256', typ: 'JWT' }) + '.' + base64url(contenu)
  const signature = createHmac('sha256', process.env.LOLAPP_CLE_LIENS).update(jeton).digest('base64url')
  return '${origin}/login/manager#jeton=' + jeton + '.' + signature
}

console.log(lolappLien('personne@exemple.fr'))
`,
})
