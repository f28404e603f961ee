language-name = Deutsch
languages = Sprachen

## The sign-in page

sign-in = Anmelden
sign-in-title = Benutzername und Passwort
sign-in-lead = Sind sie richtig, öffnet sich die Konsole.
username = Benutzername
password = Passwort
forgot-password = Passwort vergessen?

## Its second step

code-title = Einmalcode
code-lead = Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App jetzt zeigt, oder einen Ihrer Wiederherstellungscodes.
code = Code
start-over = Als jemand anderes anmelden

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
problem-too-many-links = Von hier wurden zu viele Links geöffnet. Versuchen Sie es in { wait } noch einmal.
problem-busy = Gerade melden sich viele an. Versuchen Sie es gleich noch einmal.
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

# $sender is who invites, $domain the domain they invite to, $count how many doors there are beside those that are named
invitation-subject = { $sender } lädt Sie ein, mit { $product } Türen zu öffnen
invitation-title = Sie sind eingeladen
invitation-why = { $sender } lädt Sie zu { $domain } ein.
invitation-doors = Sie können dann öffnen:
invitation-more =
    { $count ->
        [one] und { $count } weitere Tür
       *[other] und { $count } weitere Türen
    }
invitation-button = Einladung ansehen
invitation-until =
    { $days ->
        [one] Die Einladung gilt { $days } Tag.
       *[other] Die Einladung gilt { $days } Tage.
    }
invitation-else = Wenn Sie { $sender } nicht kennen, müssen Sie nichts tun: Ohne Sie geschieht nichts.
