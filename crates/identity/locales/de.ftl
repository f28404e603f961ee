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
