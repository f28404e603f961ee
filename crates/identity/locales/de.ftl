language-name = Deutsch
languages = Sprachen

## The sign-in page

sign-in = Anmelden
sign-in-title = Benutzername und Passwort
sign-in-lead = Sind sie richtig, öffnet sich die Konsole.
username = Benutzername
password = Passwort

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
problem-unlike-passwords = Geben Sie das neue Passwort zweimal gleich ein.
problem-weak-password = Dieses Passwort ist zu leicht zu erraten. Nehmen Sie ein längeres, oder mischen Sie Buchstaben, Ziffern und Zeichen.
problem-same-password = Das ist das Passwort, das Sie bekommen haben. Wählen Sie ein anderes.
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

new-sign-in-subject = Neue Anmeldung bei Ihrem Konto bei { $product }
new-sign-in-title = Neue Anmeldung
new-sign-in-why = Jemand, vermutlich Sie, hat sich bei Ihrem Konto bei { $product } von einem Browser oder Ort angemeldet, der vorher nicht bekannt war.
new-sign-in-when = Zeit: { $when }
new-sign-in-from = Netzwerkadresse: { $from }
new-sign-in-with = Browser oder Programm: { $with }
new-sign-in-button = { $product } öffnen
new-sign-in-own = Waren Sie es, müssen Sie nichts tun.
new-sign-in-else = Waren Sie es nicht, wählen Sie sofort ein neues Passwort: Das meldet alle ab. Ihr Konto zeigt, wo Sie angemeldet sind.

# $sender is who created the account, $domain the domain it belongs to
account-created-subject = { $sender } hat Ihnen bei { $product } ein Konto angelegt
account-created-title = Sie haben ein Konto
account-created-why = { $sender } hat Ihnen bei { $domain } ein Konto angelegt.
account-created-username = Sie melden sich mit { $username } an.
account-created-button = Anmelden
account-created-password = Das Passwort steht nicht in dieser Mail: Sie bekommen es von { $sender }.
account-created-else = Wenn Sie { $sender } nicht kennen, müssen Sie nichts tun.
