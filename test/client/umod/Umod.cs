// The part of uMod that docs/tools/samples/RapsheetGate.cs uses, and a program that lets players join. Requests are real; a timer runs at once.
using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using Newtonsoft.Json;

namespace Oxide.Core.Libraries
{
    public enum RequestMethod { GET }

    public class WebRequests
    {
        public void Enqueue(string url, string body, Action<int, string> callback, Oxide.Plugins.CovalencePlugin owner,
            RequestMethod method = RequestMethod.GET, Dictionary<string, string> headers = null, float timeout = 0f)
        {
            var request = (HttpWebRequest)WebRequest.Create(url);
            request.Timeout = (int)(timeout * 1000);
            foreach (var header in headers)
            {
                if (header.Key == "User-Agent") request.UserAgent = header.Value;
                else request.Headers[header.Key] = header.Value;
            }
            var status = 0;
            var text = "";
            try
            {
                using (var response = (HttpWebResponse)request.GetResponse()) Read(response, out status, out text);
            }
            catch (WebException error)
            {
                if (error.Response != null) Read((HttpWebResponse)error.Response, out status, out text);
            }
            callback(status, text);
        }

        private static void Read(HttpWebResponse response, out int status, out string text)
        {
            status = (int)response.StatusCode;
            using (var reader = new StreamReader(response.GetResponseStream())) text = reader.ReadToEnd();
        }
    }

    public class Timer
    {
        public void Once(float seconds, Action callback) { callback(); }
    }
}

namespace Oxide.Core.Libraries.Covalence
{
    public interface IPlayer
    {
        string Id { get; }
        bool IsConnected { get; }
        void Kick(string reason);
    }
}

namespace Oxide.Plugins
{
    using Oxide.Core.Libraries;
    using Oxide.Core.Libraries.Covalence;

    [AttributeUsage(AttributeTargets.Class)]
    public class InfoAttribute : Attribute
    {
        public InfoAttribute(string title, string author, string version) { }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public class DescriptionAttribute : Attribute
    {
        public DescriptionAttribute(string description) { }
    }

    public class ConfigFile
    {
        public string Text = "{}";
        public T ReadObject<T>() { return JsonConvert.DeserializeObject<T>(Text); }
        public void WriteObject<T>(T value) { Text = JsonConvert.SerializeObject(value); }
    }

    public class CovalencePlugin
    {
        public ConfigFile Config = new ConfigFile();
        protected WebRequests webrequest = new WebRequests();
        protected Timer timer = new Timer();
        protected void Puts(string format) { Console.WriteLine(format); }
        protected virtual void LoadDefaultConfig() { }
        protected virtual void LoadConfig() { }
        protected virtual void SaveConfig() { }
    }

    public class Player : IPlayer
    {
        public string Id { get; set; }
        public bool IsConnected { get { return true; } }
        public void Kick(string reason) { Console.WriteLine("KICK " + Id + " " + reason); }
    }

    public static class Program
    {
        /// <summary>Arguments: the settings as JSON, then the players who join.</summary>
        public static void Main(string[] args)
        {
            var plugin = new RapsheetGate();
            plugin.Config.Text = args[0];
            Call(plugin, "LoadConfig");
            for (var index = 1; index < args.Length; index++)
                Call(plugin, "OnUserConnected", new Player { Id = args[index] });
        }

        private static void Call(object plugin, string hook, params object[] values)
        {
            const System.Reflection.BindingFlags hidden =
                System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic;
            plugin.GetType().GetMethod(hook, hidden).Invoke(plugin, values);
        }
    }
}
