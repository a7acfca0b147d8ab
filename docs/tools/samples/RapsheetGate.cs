// A plugin for uMod (Oxide) and Carbon: kicks players whom the policy of a Rapsheet service denies.
using System;
using System.Collections.Generic;
using System.Linq;
using Newtonsoft.Json;
using Oxide.Core.Libraries;
using Oxide.Core.Libraries.Covalence;

namespace Oxide.Plugins
{
    [Info("Rapsheet Gate", "Rapsheet", "1.0.0")]
    [Description("Kicks players whom the policy of a Rapsheet service denies")]
    public class RapsheetGate : CovalencePlugin
    {
        private const float TimeoutSeconds = 10f;
        private const float PauseSeconds = 10f;
        private const int Tries = 3;

        private Settings settings;

        private class Settings
        {
            public string Url = "https://rapsheet.example.org";

            /// <summary>The token of a policy. It is sent in a header, and never logged.</summary>
            public string Token = "";

            /// <summary>What happens to players of whom nothing is known: "admit" or "kick". Choose yourself.</summary>
            public string OnUnknown = "admit";

            public string KickMessage = "You may not join this server.";
        }

        private class Verdict
        {
            [JsonProperty("verdict")] public string Word = "";
            [JsonProperty("mode")] public string Mode = "";
            [JsonProperty("reasons")] public List<Reason> Reasons = new List<Reason>();
        }

        private class Reason
        {
            [JsonProperty("text")] public string Text = "";
        }

        protected override void LoadDefaultConfig()
        {
            settings = new Settings();
        }

        protected override void LoadConfig()
        {
            base.LoadConfig();
            settings = Config.ReadObject<Settings>();
            // A mistyped word must not become one of the two.
            if (settings.OnUnknown != "admit" && settings.OnUnknown != "kick")
                throw new InvalidOperationException("OnUnknown has to be \"admit\" or \"kick\".");
            SaveConfig();
        }

        protected override void SaveConfig()
        {
            Config.WriteObject(settings);
        }

        private void OnUserConnected(IPlayer player)
        {
            Ask(player, Tries);
        }

        private void Ask(IPlayer player, int tries)
        {
            var url = settings.Url.TrimEnd('/') + "/api/verdict?steamId=" + Uri.EscapeDataString(player.Id);
            var headers = new Dictionary<string, string>
            {
                ["Authorization"] = "Bearer " + settings.Token,
                ["User-Agent"] = "RapsheetGate/1.0 (me@example.org)",
            };
            webrequest.Enqueue(url, null, (status, body) =>
            {
                if (!player.IsConnected) return;
                var verdict = status == 200 ? Read(body) : null;
                if (verdict != null) Decide(player, verdict);
                else if (IsTemporary(status) && tries > 1) timer.Once(PauseSeconds, () => Ask(player, tries - 1));
                else DecideUnknown(player, "there is no verdict, status " + status);
            }, this, RequestMethod.GET, headers, TimeoutSeconds);
        }

        private void Decide(IPlayer player, Verdict verdict)
        {
            // The policy is being tried out.
            if (verdict.Word == "allow" || verdict.Mode == "observe") return;
            if (verdict.Word == "deny" && verdict.Mode == "enforce")
            {
                var reasons = string.Join(" ", verdict.Reasons.Select(reason => reason.Text).ToArray());
                Puts("Kicked " + player.Id + ": " + reasons);
                player.Kick(settings.KickMessage);
            }
            else DecideUnknown(player, "the verdict is " + verdict.Word);
        }

        private void DecideUnknown(IPlayer player, string why)
        {
            Puts("Nothing is known about " + player.Id + ": " + why + "; " + settings.OnUnknown);
            if (settings.OnUnknown == "kick") player.Kick("Your account could not be checked. Please try again later.");
        }

        /// <summary>Null if the answer is not a verdict, such as a page of a proxy.</summary>
        private static Verdict Read(string body)
        {
            try
            {
                var verdict = JsonConvert.DeserializeObject<Verdict>(body);
                return string.IsNullOrEmpty(verdict.Word) ? null : verdict;
            }
            catch (Exception)
            {
                return null;
            }
        }

        /// <summary>Whether another try makes sense: no connection (0), over a limit, overloaded.</summary>
        private static bool IsTemporary(int status)
        {
            return status == 0 || status == 429 || status == 502 || status == 503 || status == 504;
        }
    }
}
