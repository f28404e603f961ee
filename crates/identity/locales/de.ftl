language-name = Deutsch
languages = Sprachen

## The sign-in page

sign-in = Anmelden
sign-in-title = Benutzername und Passwort
sign-in-lead = Sind sie richtig, öffnet sich die Konsole.
username = Benutzername
password = Passwort
passkey = Mit einem Passkey anmelden
passkey-failed = Das hat nicht geklappt: Es wurde kein Passkey gezeigt. Versuchen Sie es noch einmal, oder melden Sie sich mit Benutzername und Passwort an.
provider = Weiter mit { $provider }
forgot-password = Passwort vergessen?
create-account = Konto anlegen

## Its second step

code-title = Einmalcode
code-lead = Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App jetzt zeigt, oder einen Ihrer Wiederherstellungscodes.
code = Code
start-over = Als jemand anderes anmelden

## The page for whoever was given a password that is to be replaced

new-password-title = Neues Passwort wählen
new-password-lead = Das Passwort, das Sie bekommen haben, gilt nur dieses eine Mal. Wählen Sie ein eigenes: lang, oder aus Buchstaben, Ziffern und Zeichen gemischt.
new-password = Neues Passwort
repeated-password = Neues Passwort noch einmal
new-password-button = Speichern und anmelden

## Why somebody is not signed in

error = Fehler
problem-wrong = Benutzername oder Passwort stimmt nicht.
problem-missing = Geben Sie Benutzername und Passwort ein.
problem-stale = Die Seite war zu lange geöffnet. Bitte melden Sie sich noch einmal an.
problem-too-many = Zu viele falsche Passwörter. Versuchen Sie es in { wait } noch einmal.
problem-too-often = Zu viele Anmeldungen mit diesem Konto. Versuchen Sie es in { wait } noch einmal.
problem-wrong-code = Der Code stimmt nicht oder wurde schon verwendet. Jeder gilt einmal.
problem-missing-code = Geben Sie den Code Ihrer App oder einen Wiederherstellungscode ein.
problem-too-many-codes = Zu viele falsche Codes. Versuchen Sie es in { wait } noch einmal, oder nehmen Sie einen Wiederherstellungscode.
problem-wrong-passkey = Dieser Passkey meldet hier niemanden an. Nehmen Sie einen anderen, oder Benutzername und Passwort.
problem-too-many-passkeys = Zu viele Versuche mit Passkeys. Versuchen Sie es in { wait } noch einmal.
problem-too-many-providers = Zu viele Versuche. Versuchen Sie es in { wait } noch einmal.
problem-unlike-passwords = Geben Sie das Passwort zweimal gleich ein.
problem-weak-password = Dieses Passwort ist zu leicht zu erraten, oder viele haben es. Wählen Sie ein anderes.
problem-same-password = Das ist das Passwort, das Sie bekommen haben. Wählen Sie ein anderes.

problem-too-many-links = Von hier wurden zu viele Links geöffnet. Versuchen Sie es in { wait } noch einmal.
problem-no-address = Geben Sie eine E-Mail-Adresse ein, zum Beispiel anna@example.com.
problem-no-name = Geben Sie den Namen ein, den andere sehen.
problem-too-many-sign-ups = Es wurde zu oft um Konten gebeten. Versuchen Sie es in { wait } noch einmal.
problem-busy = Gerade melden sich viele an. Versuchen Sie es gleich noch einmal.
problem-not-set-up = Noch hat niemand diesen Server eingerichtet. Die Adresse dafür hat er beim Start ausgegeben.
problem-failed = Bei uns ist etwas schiefgegangen, und Sie sind nicht angemeldet. Versuchen Sie es gleich noch einmal.

wait =
    { $unit ->
        [second]
            { $count ->
                [one] { $count } Sekunde
               *[other] { $count } Sekunden
            }
       *[minute]
            { $count ->
                [one] { $count } Minute
               *[other] { $count } Minuten
            }
    }

## The page of a link by which an owner signs in: $username is theirs

owner-link-title = Mit diesem Link anmelden
owner-link-lead = Der Link meldet Sie als { $username } an, einmal.
owner-link-over = Dieser Link funktioniert nicht
owner-link-over-why = Er wurde schon benutzt, seine 15 Minuten sind um, oder das Passwort wurde geändert. Wer den Server betreibt, macht mit dem Befehl „cardea owner link“ einen neuen.

## The pages of a sign-up: $address is where the letter went

email = E-Mail-Adresse
display-name = Ihr Name
repeat-password = Passwort wiederholen
password-form = Gut genug ab etwa 11 Zeichen mit großen und kleinen Buchstaben und Ziffern.
sign-up-title = Konto anlegen
sign-up-lead = Wir schicken einen Link an Ihre Adresse; er öffnet das Konto.
sign-up-lead-invited = Konten sind für Eingeladene. Gibt es eine Einladung an Ihre Adresse, schicken wir einen Link dorthin.
sign-up-send = Link schicken
sign-up-sent = Sehen Sie nach der Mail
sign-up-sent-why = Wenn die Adresse hier ein Konto haben kann, ist eine Mail an sie unterwegs. Der Link darin funktioniert 24 Stunden lang. Sie können diese Seite schließen.
sign-up-confirm-lead = Ihre Adresse { $address } ist bestätigt. Wählen Sie Ihren Namen und ein Passwort.
sign-up-create = Konto anlegen
sign-up-over = Dieser Link funktioniert nicht
sign-up-over-why = Er wurde schon benutzt, seine 24 Stunden sind um, oder eine spätere Mail trat an seine Stelle. Haben Sie ein Passwort gewählt, melden Sie sich an; sonst bitten Sie um einen neuen Link.
sign-up-closed = Hier gibt es keine Konten
sign-up-closed-why = Wer diesen Server betreibt, hat das abgeschaltet. Fragen Sie die Person, deren Türen Sie öffnen möchten.

## What came of a way to another sign-in and back: $provider is what that is called

provider-back = Zurück
provider-over = Das gilt nicht mehr
provider-over-why = Es hat in einem anderen Browser oder mit einer anderen Anmeldung begonnen, ist mehr als zehn Minuten her oder wurde schon benutzt. Beginnen Sie noch einmal.
provider-declined = Nicht angemeldet
provider-declined-why = { $provider } hat niemanden eingelassen, oder Sie sind dort umgekehrt. Hier hat sich nichts geändert.
provider-away = { $provider } antwortet nicht
provider-away-why = Mit { $provider } kann sich zurzeit niemand anmelden. Versuchen Sie es etwas später noch einmal, oder melden Sie sich anders an.
provider-unproven = Das ließ sich nicht prüfen
provider-unproven-why = Was { $provider } geantwortet hat, stimmt nicht, also wurde niemand angemeldet. Beginnen Sie noch einmal. Bleibt es so, sagen Sie es denen, die diesen Server betreiben.
provider-not-linked = Kein Konto zum Anmelden
provider-not-linked-why = Niemand hier ist mit Ihrem Konto bei { $provider } verknüpft. Haben Sie hier ein Konto, melden Sie sich wie sonst an und verknüpfen es unter „Mein Konto“ mit { $provider }. Sonst fragen Sie, wer Sie einladen kann.
provider-linked = Nicht verknüpft
provider-linked-elsewhere-why = Dieses Konto bei { $provider } meldet hier jemand anderen an. Melden Sie sich dort bei einem anderen an, oder entfernen Sie zuerst die andere Verknüpfung.
provider-linked-already-why = Ihr Konto hier ist mit einem anderen bei { $provider } verknüpft. Entfernen Sie zuerst diese Verknüpfung.
provider-too-many = Zu viele Versuche

## The page for a request whose client or return address is not registered

unregistered = Diese Adresse führt nirgendwohin
unregistered-why =
    Das Programm, das Sie hierher geschickt hat, ist diesem Server nicht bekannt, oder es nannte eine Rücksprungadresse, die nicht
    eingetragen ist. Sie wurden nicht angemeldet, und nichts wurde weitergegeben. Öffnen Sie die Konsole unter ihrer eigenen Adresse
    und melden Sie sich dort an.

## Letters, which are sent as mail: $product is the product's name, $address where its console is

letter-link = Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:
letter-from = Diese Mail kommt von { $product } unter { $address }. Antworten darauf liest niemand.

password-reset-subject = Neues Passwort für { $product } wählen
password-reset-title = Neues Passwort wählen
password-reset-why = Jemand, vermutlich Sie, hat für Ihr Konto bei { $product } um ein neues Passwort gebeten.
password-reset-button = Passwort wählen
password-reset-until =
    { $hours ->
        [one] Die Schaltfläche funktioniert einmal, { $hours } Stunde lang. Eine spätere Mail wie diese tritt an ihre Stelle.
       *[other] Die Schaltfläche funktioniert einmal, { $hours } Stunden lang. Eine spätere Mail wie diese tritt an ihre Stelle.
    }
password-reset-else = Waren Sie es nicht, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.

sign-up-letter-subject = Ihr Konto bei { $product }
sign-up-letter-title = Legen Sie Ihr Konto an
sign-up-letter-why = Jemand, vermutlich Sie, hat bei { $product } um ein Konto mit dieser Adresse gebeten.
sign-up-letter-button = Name und Passwort wählen
sign-up-letter-until =
    { $hours ->
        [one] Die Schaltfläche funktioniert einmal, { $hours } Stunde lang. Eine spätere Mail wie diese tritt an ihre Stelle.
       *[other] Die Schaltfläche funktioniert einmal, { $hours } Stunden lang. Eine spätere Mail wie diese tritt an ihre Stelle.
    }
sign-up-letter-else = Waren Sie es nicht, müssen Sie nichts tun: Ohne Sie entsteht kein Konto.

account-there-subject = Sie haben ein Konto bei { $product }
account-there-title = Sie haben schon ein Konto
account-there-why = Jemand, vermutlich Sie, hat bei { $product } um ein Konto mit dieser Adresse gebeten. Sie haben eines: Melden Sie sich mit dieser Adresse und Ihrem Passwort an.
account-there-button = Anmelden
account-there-forgotten = Haben Sie das Passwort vergessen, führt die Anmeldeseite zu einem neuen.
account-there-else = Waren Sie es nicht, müssen Sie nichts tun: Ihr Konto bleibt, wie es ist.

# $sender is who invites, $domain the domain they invite to, $count how many doors there are beside those that are named
invitation-subject = Sie sind eingeladen, mit { $product } Türen zu öffnen
invitation-title = Sie sind eingeladen
invitation-why = „{ $sender }“ lädt Sie zu { $domain } ein.
invitation-doors = Sie können dann öffnen:
invitation-more =
    { $count ->
        [one] und { $count } weitere Tür
       *[other] und { $count } weitere Türen
    }
invitation-door-from = { $door }: ab { $from }
invitation-door-until = { $door }: bis { $until }
invitation-door-between = { $door }: von { $from } bis { $until }
invitation-hours = Zu welchen Stunden Sie sie öffnen können, steht bei den Türen.
invitation-button = Einladung ansehen
invitation-until =
    { $days ->
        [one] Die Einladung gilt { $days } Tag.
       *[other] Die Einladung gilt { $days } Tage.
    }
invitation-else = Wenn Sie „{ $sender }“ nicht kennen, müssen Sie nichts tun: Ohne Sie geschieht nichts.

new-sign-in-subject = Neue Anmeldung bei Ihrem Konto bei { $product }
new-sign-in-title = Neue Anmeldung
new-sign-in-why = Jemand, vermutlich Sie, hat sich bei Ihrem Konto bei { $product } von einem Browser oder Ort angemeldet, der vorher nicht bekannt war.
new-sign-in-when = Zeit: { $when }
new-sign-in-from = Netzwerkadresse: { $from }
new-sign-in-with = Browser oder Programm: { $with }
new-sign-in-button = { $product } öffnen
new-sign-in-own = Waren Sie es, müssen Sie nichts tun.
new-sign-in-else = Waren Sie es nicht, wählen Sie sofort ein neues Passwort: Das meldet alle ab. Sehen Sie dann in Ihrem Konto nach, wo Sie angemeldet sind und welche Passkeys und anderen Anmeldungen es hat, und entfernen Sie, was nicht Ihres ist.

password-changed-subject = Neues Passwort Ihres Kontos bei { $product }
password-changed-title = Ihr Passwort wurde geändert
password-changed-why = Das Konto, bei dem Sie sich mit dieser Adresse bei { $product } anmelden, hat ein anderes Passwort. Was mit dem alten angemeldet war, ist abgemeldet.
password-changed-button = Anderes Passwort wählen
password-changed-own = Waren Sie es, oder jemand, der Ihr Konto betreut und es Ihnen gesagt hat, müssen Sie nichts tun.
password-changed-else = Waren Sie es nicht, wählen Sie sofort ein anderes: Wir schicken einen Link an diese Adresse.

two-factor-removed-subject = Zwei-Faktor-Authentifizierung Ihres Kontos bei { $product } ist aus
two-factor-removed-title = Zwei-Faktor-Authentifizierung ausgeschaltet
two-factor-removed-why = Zum Anmelden bei Ihrem Konto bei { $product } ist kein Einmalcode mehr nötig.
two-factor-removed-button = { $product } öffnen
two-factor-removed-own = Waren Sie es, müssen Sie nichts tun.
two-factor-removed-else = Waren Sie es nicht, wählen Sie sofort ein neues Passwort: Das meldet alle ab. Schalten Sie die Zwei-Faktor-Authentifizierung danach in Ihrem Konto wieder ein.

passkey-added-subject = Neuer Passkey Ihres Kontos bei { $product }
passkey-added-title = Ein Passkey wurde hinzugefügt
passkey-added-why = Jemand, vermutlich Sie, hat einen Passkey hinzugefügt, der bei { $product } ohne Passwort in Ihr Konto führt.
passkey-added-button = { $product } öffnen
passkey-added-own = Waren Sie es, müssen Sie nichts tun.
passkey-added-else = Waren Sie es nicht, wählen Sie sofort über „Passwort vergessen?“ ein neues Passwort: Das meldet alle ab und entfernt alle Passkeys.

passkey-removed-subject = Ein Passkey Ihres Kontos bei { $product } wurde entfernt
passkey-removed-title = Ein Passkey wurde entfernt
passkey-removed-why = Ein Passkey Ihres Kontos bei { $product } wurde entfernt und meldet niemanden mehr an. Ein Passwort, das über einen Link oder von jemand anderem gesetzt wird, entfernt alle.
passkey-removed-button = { $product } öffnen
passkey-removed-own = Waren Sie es, müssen Sie nichts tun.
passkey-removed-else = Waren Sie es nicht, wählen Sie sofort ein neues Passwort: Das meldet alle ab.

provider-linked-subject = Ihr Konto bei { $product } ist mit einer anderen Anmeldung verknüpft
provider-linked-title = Eine andere Anmeldung wurde verknüpft
provider-linked-why = Jemand, vermutlich Sie, hat Ihr Konto bei { $product } mit einem Konto bei einem Anbieter verknüpft, das von jetzt an ohne Passwort hineinführt.
provider-linked-name = Anbieter: { $provider }
provider-linked-account = Konto dort: { $account }
provider-linked-button = { $product } öffnen
provider-linked-own = Waren Sie es, müssen Sie nichts tun.
provider-linked-else = Waren Sie es nicht, wählen Sie sofort über „Passwort vergessen?“ ein neues Passwort: Das meldet alle ab und hebt alle anderen Anmeldungen auf.

provider-unlinked-subject = Ihr Konto bei { $product } ist mit einer anderen Anmeldung nicht mehr verknüpft
provider-unlinked-title = Eine andere Anmeldung wurde aufgehoben
provider-unlinked-why = Ihr Konto bei { $product } ist nicht mehr mit einem Konto bei einem Anbieter verknüpft: Das meldet hier niemanden mehr an. Ein Passwort, das über einen Link oder von jemand anderem gesetzt wird, hebt alle Verknüpfungen auf.
provider-unlinked-button = { $product } öffnen
provider-unlinked-own = Waren Sie es, müssen Sie nichts tun.
provider-unlinked-else = Waren Sie es nicht, wählen Sie sofort ein neues Passwort: Das meldet alle ab.

domain-handed-over-subject = Eine Domäne bei { $product } gehört jetzt Ihnen
domain-handed-over-title = Ihnen gehört jetzt eine Domäne
domain-handed-over-why = Eine Domäne bei { $product }, die Sie mit verwalten, wurde Ihnen übergeben. Sie heißt von jetzt an nach Ihrem Benutzernamen. Wem sie gehörte, bleibt als Administrator: Sie entscheiden, wie lange.
domain-handed-over-button = { $product } öffnen
domain-handed-over-own = Hat Ihnen jemand anderes Ihr Passwort gegeben, wählen Sie über „Passwort vergessen?“ ein eigenes: Das meldet alle ab und entfernt alle Passkeys.
domain-handed-over-else = Wollen Sie sie nicht, geben Sie sie in Ihrem Konto unter „Verlassen“ zurück.

token-created-subject = Neues Token Ihres Kontos bei { $product }
token-created-title = Ein Token wurde erstellt
token-created-why = Jemand, vermutlich Sie, hat ein Token erstellt, mit dem ein Programm bei { $product } in Ihrem Namen handelt.
token-created-name = Name: { $name }
token-created-end = Ende: { $end }
token-created-button = { $product } öffnen
token-created-own = Waren Sie es, müssen Sie nichts tun.
token-created-else = Waren Sie es nicht, wählen Sie sofort ein neues Passwort: Das meldet alle ab und beendet alle Tokens. Ihr Konto zeigt, welche es gibt.

# $sender is who created the account, $domain the domain it belongs to
account-created-subject = Sie haben jetzt ein Konto bei { $product }
account-created-title = Sie haben ein Konto
account-created-why = „{ $sender }“ hat Ihnen bei { $domain } ein Konto angelegt.
account-created-username = Sie melden sich mit { $username } an.
account-created-button = Anmelden
account-created-password = Das Passwort steht nicht in dieser Mail: Sie bekommen es von „{ $sender }“.
account-created-else = Wenn Sie „{ $sender }“ nicht kennen, müssen Sie nichts tun.
# $domain is the domain that the doors belong to
access-given-subject = Sie können Türen von { $domain } öffnen
access-given-title = Sie haben Zugang
access-given-why = { $domain } hat Ihnen Zugang gegeben.
access-given-doors = Sie können jetzt öffnen:
access-given-button = Zu Ihren Türen
access-given-else = Wann Sie jede davon öffnen können, steht neben ihr.

access-ending-subject = Ihr Zugang zu Türen von { $domain } endet bald
access-ending-title = Ihr Zugang endet bald
access-ending-why = Ihr Zugang zu Türen von { $domain } endet bald.
access-ending-doors = Er endet zu diesen Zeiten, nach der Uhr der jeweiligen Tür:
access-ending-button = Zu Ihren Türen
access-ending-else = Wenn Sie ihn länger brauchen, fragen Sie, wer ihn Ihnen gegeben hat.
