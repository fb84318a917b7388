using PerfMatrix.Explain;
using PerfMatrix.Explain.Traces;
using PerfMatrix.Gate;

namespace PerfMatrix.Tests.Explain;

public sealed class ExplanationsTests
{
    private const int Trials = 40;

    // No such program: its own assembly is known by its name.
    private static readonly OwnCode s_code = OwnCode.Of("/nowhere/Shop", "/nowhere");

    [Fact]
    [Trait("kind", "slow")]
    public void A_planted_method_is_first_in_19_of_20_and_its_interval_holds_its_size()
    {
        const double Extra = 1;
        var found = Explained(seed => new TracedSamples(seed).Rounds(extra: Extra));

        var first = found.SelectMany(one => one.Cpu.Take(1)).Where(change => change.Method == "Orders.Total").ToList();
        Assert.True(first.Count >= 0.95 * Trials, $"{first.Count} of {Trials}");
        Assert.True(first.Count(change => change.Low <= Extra && Extra <= change.High) >= 0.95 * first.Count);
        Assert.All(found, one => Assert.Equal(one.CpuDifference.PerRequest, one.Unattributed + one.Cpu.Sum(change => change.PerRequest), 0.01));
    }

    [Fact]
    [Trait("kind", "slow")]
    public void A_planted_type_is_first_in_19_of_20_with_the_method_that_allocates_it()
    {
        var found = Explained(seed => new TracedSamples(seed).Rounds(bytes: 64));

        var first = found.SelectMany(one => one.Allocations.Take(1)).Where(change => change.Type == "string").ToList();
        Assert.True(first.Count >= 0.95 * Trials, $"{first.Count} of {Trials}");
        Assert.Equal(64, first.Average(change => change.BytesPerRequest), 5.0);
        Assert.All(first, change => Assert.Equal(("Orders.Format", "String.Concat"), (change.From, change.Stack[0])));
    }

    [Fact]
    public void A_type_that_is_allocated_a_little_more_in_each_of_many_places_is_named()
    {
        const int Places = 60, More = 6;
        var named = Enumerable.Range(0, 4).Select(seed => Explanations.Of("cell", [.. new TracedSamples(seed).Rounds()
            .Select(round => new TracedRound(Spread(round.Base, 0), Spread(round.Head, More)))], CpuProfiler.Perf, (s_code, s_code),
                null).Allocations[0]).ToList();

        Assert.All(named, change => Assert.Equal(("Line", "many methods", "Page0.Write"), (change.Type, change.From, change.Stack[0])));
        Assert.All(named, change => Assert.Equal(Places * More, change.BytesPerRequest, 20.0));

        // In each place less than is of interest in one.
        static TracedSide Spread(TracedSide side, int more) => side with
        {
            Allocations =
            [
                .. side.Allocations, .. from place in Enumerable.Range(0, Places)
                                        from _ in Enumerable.Range(0, (60 + more) * TracedSamples.Requests / 102_400)
                                        select new AllocationSample(default, "Line", 102_400, [new($"Page{place}.Write", "Shop")]),
            ],
        };
    }

    [Fact]
    [Trait("kind", "slow")]
    public void A_method_that_is_renamed_or_inlined_is_no_cause_and_is_said()
    {
        var found = Explained(seed => [.. new TracedSamples(seed).Rounds().Select(round => round with { Head = Renamed(round.Head) })]);

        Assert.True(found.Count(one => one.Cpu.Count == 0) >= 0.95 * Trials);
        Assert.True(found.Count(one => one.Notes.Any(note => note.Contains("Orders.Total and Orders.Sum make up for each other",
            StringComparison.Ordinal)
            || note.Contains("Orders.Sum and Orders.Total make up for each other", StringComparison.Ordinal))) >= 0.95 * Trials);

        static TracedSide Renamed(TracedSide side) => side with
        {
            Stacks = [.. side.Stacks.Select(stack => stack.Select(frame => frame.Method == "Orders.Total" ? new("Orders.Sum", "Shop") : frame)
                .ToList())],
        };
    }

    [Fact]
    public void Exceptions_that_are_thrown_elsewhere_are_no_cause_and_are_said()
    {
        var rounds = new TracedSamples(1).Rounds(more: 1).Zip(new TracedSamples(2).Rounds(more: 1), (one, other) => new TracedRound(one.Head,
            other.Head.With(frame => frame.Method == "Orders.Parse" ? new("Orders.Read", "Shop") : frame))).ToList();
        var explained = Explanations.Of("cell", rounds, CpuProfiler.Perf, (s_code, s_code), null);

        Assert.DoesNotContain(explained.Events, one => one.Kind == CauseEvent.Exception);
        Assert.Single(explained.Notes, note => note.StartsWith("FormatException from Orders.", StringComparison.Ordinal)
            && note.EndsWith(" make up for each other: moved, renamed or inlined.", StringComparison.Ordinal));
    }

    [Fact]
    [Trait("kind", "slow")]
    public void One_method_that_became_slower_and_another_that_became_faster_are_two_causes_however_alike_their_amounts_are()
    {
        var found = Explained(seed => [.. new TracedSamples(seed).Rounds(extra: 1.5)
            .Select(round => round with { Base = With(round.Base, 4), Head = With(round.Head, 2.6) })]);
        Assert.True(found.Count(one => one.Cpu.Select(change => change.Method).Take(2).Order()
            .SequenceEqual(["Orders.Sum", "Orders.Total"])) >= 0.95 * Trials);

        static TracedSide With(TracedSide side, double microseconds) => side with
        {
            Stacks = [.. side.Stacks, .. Enumerable.Repeat<IReadOnlyList<Frame>>(
                [new("Orders.Sum", "Shop"), new("Program.Main", "Shop")], (int)(microseconds * TracedSamples.Requests / 1000))],
        };
    }

    [Theory]
    [Trait("kind", "slow")]
    [InlineData(0.0)]
    [InlineData(0.03)]
    [InlineData(0.1)]
    public void Unchanged_code_has_no_cause_in_19_of_20(double spread)
    {
        var found = Explained(seed => new TracedSamples(seed) { ProcessSpread = spread }.Rounds());
        Assert.True(found.Count(one => one.Cpu.Count > 0) <= 0.05 * Trials, $"{found.Count(one => one.Cpu.Count > 0)} of {Trials}");
        Assert.True(found.Count(one => one.Allocations.Count > 0) <= 0.05 * Trials, $"{found.Count(one => one.Allocations.Count > 0)} of {Trials}");
        Assert.True(found.Count(one => one.Events.Count > 0) <= 0.05 * Trials, $"{found.Count(one => one.Events.Count > 0)} of {Trials}");
    }

    [Fact]
    [Trait("kind", "slow")]
    public void A_lock_an_exception_a_collection_that_code_asks_for_and_a_starved_thread_pool_are_first_of_their_kind_in_19_of_20()
    {
        var found = Explained(seed => new TracedSamples(seed).Rounds(more: 1));

        Assert.All(new (CauseEvent Kind, string Name, string? From, double Truth)[]
        {
            (CauseEvent.Lock, "lock", "Orders.Total", 1), (CauseEvent.Exception, "FormatException", "Orders.Parse", 0.01),
            (CauseEvent.Pause, "gen2 blocking, induced", "Orders.Collect", 1.2), (CauseEvent.Starvation, "thread pool", null, 0.0002),
        }, planted =>
        {
            var first = found.Select(one => one.Events.FirstOrDefault(change => change.Kind == planted.Kind)).OfType<EventChange>()
                .Where(change => (change.Name, change.From) == (planted.Name, planted.From)).ToList();
            Assert.True(first.Count >= 0.95 * Trials, $"{planted}: {first.Count} of {Trials}");
            // A starved pool is one of one, so its interval is nothing but one of 95 %: chance may miss a few more of 40.
            Assert.True(first.Count(change => change.Low <= planted.Truth && planted.Truth <= change.High)
                >= (planted.Kind == CauseEvent.Starvation ? 0.9 : 0.95) * first.Count, $"{planted}");
        });
    }

    /// <summary>An older runtime tells nothing of its thread pool, so that of the newer one would seem to starve alone.</summary>
    [Theory]
    [InlineData(true, true, true, false)]
    [InlineData(false, true, false, true)]
    [InlineData(true, false, false, true)]
    [InlineData(false, false, false, false)]
    public void Starvation_is_compared_only_where_both_sides_tell_of_it_and_sides_that_are_traced_unlike_are_said(
        bool isBaseOfNet10, bool isHeadOfNet10, bool isCompared, bool isSaid)
    {
        var rounds = new TracedSamples(1).Rounds(more: 1).Select(round => new TracedRound(
            round.Base with { IsOfNet10 = isBaseOfNet10 }, round.Head with { IsOfNet10 = isHeadOfNet10 })).ToList();
        var explained = Explanations.Of("cell", rounds, CpuProfiler.Perf, (s_code, s_code), null);

        Assert.Equal(isCompared, explained.Events.Any(one => one.Kind == CauseEvent.Starvation));
        Assert.Contains(explained.Events, one => one.Kind == CauseEvent.Exception);
        Assert.Equal(isSaid, explained.Notes.Contains("Only one side runs on .NET 10 or later, so the two were traced by different events: "
            + "starvation of the thread pool was not compared, and tracing may cost one of them more than the other."));
        Assert.Contains(Explanations.Unlike, Explainer.Doubts);
    }

    [Fact]
    public void Time_in_a_library_counts_for_the_method_of_the_application_that_called_it()
    {
        Frame kernel = Frame.OfLibrary("kernel"), concat = new("String.Concat", "System.Private.CoreLib"), own = new("Orders.Total", "Shop");

        Assert.Equal(own, s_code.Owner([kernel, concat, own, new("Program.Main", "Shop")]));
        Assert.Equal(concat, s_code.Owner([kernel, concat, new("Thread.Start", "System.Private.CoreLib")]));
        Assert.Equal(kernel, s_code.Owner([kernel, Frame.OfLibrary("libcoreclr.so")]));
    }

    /// <summary>As where an answer is written behind an await that waited.</summary>
    [Fact]
    public void A_method_of_a_library_that_no_method_of_the_application_called_says_whose_it_is()
    {
        const int Microseconds = 4, Bytes = 600;
        IReadOnlyList<Frame> answer =
            [Frame.OfLibrary("kernel"), new("Utf8JsonWriter.WriteString", "System.Text.Json"), new("Thread.Start", "System.Private.CoreLib")];
        var rounds = new TracedSamples(1).Rounds().Select(round => round with
        {
            Head = round.Head with
            {
                Stacks = [.. round.Head.Stacks, .. Enumerable.Repeat(answer, Microseconds * TracedSamples.Requests / 1000)],
                Allocations = [.. round.Head.Allocations, .. Enumerable.Repeat(
                    new AllocationSample(default, "char[]", 102_400, answer), Bytes * TracedSamples.Requests / 102_400)],
            },
        }).ToList();

        var explained = Explanations.Of("cell", rounds, CpuProfiler.Perf, (s_code, s_code), null);

        Assert.Equal(("Utf8JsonWriter.WriteString in System.Text.Json", "System.Text.Json"), (explained.Cpu[0].Method, explained.Cpu[0].Module));
        Assert.Equal(("char[]", "Utf8JsonWriter.WriteString in System.Text.Json"), (explained.Allocations[0].Type, explained.Allocations[0].From));
    }

    [Fact]
    public void Time_that_a_profiler_of_all_code_misses_belongs_to_all_samples_and_that_of_another_to_nobody()
    {
        var side = new TracedSamples(1).Rounds()[0].Base with { Cpu = TimeSpan.FromSeconds(10) };
        Assert.InRange(side.Sampled, 0.01, 0.9);

        Assert.Equal(side.CpuPerRequest, (side with { IsWhole = true }).CpuBy(stack => [stack[0]]).Total.Sum, 0.01);
        Assert.Equal(side.CpuPerRequest * side.Sampled, (side with { IsWhole = false }).CpuBy(stack => [stack[0]]).Total.Sum, 0.01);
    }

    [Fact]
    public void Where_objects_are_named_in_steps_a_type_that_only_takes_the_place_of_another_is_no_cause()
    {
        var rounds = new TracedSamples(1).Rounds()
            .Select(round => round with { Base = Stepped(round.Base, "byte[]"), Head = Stepped(round.Head, "char[]") }).ToList();

        Assert.Empty(Of(rounds).Allocations);
        Assert.Contains(Of(rounds).Notes, note => note.StartsWith("Before .NET 10 allocations are not sampled at random", StringComparison.Ordinal));
        Assert.NotEmpty(Of([.. rounds.Select(round => new TracedRound(round.Base with { IsOfNet10 = true },
            round.Head with { IsOfNet10 = true }))]).Allocations);
        Assert.Equal("string", Of([.. new TracedSamples(1).Rounds(bytes: 400)
            .Select(round => new TracedRound(Stepped(round.Base), Stepped(round.Head)))]).Allocations[0].Type);

        static CellExplanation Of(IReadOnlyList<TracedRound> rounds) => Explanations.Of("cell", rounds, CpuProfiler.Perf, (s_code, s_code), null);

        static TracedSide Stepped(TracedSide side, string? type = null) => side with
        {
            IsOfNet10 = false,
            Allocations = [.. side.Allocations.Select(one => type is not null && one.Type == "byte[]" ? one with { Type = type } : one)],
        };
    }

    [Fact]
    public void Events_that_came_too_fast_are_said()
    {
        var rounds = new TracedSamples(1).Rounds().Select(round => round with { Head = round.Head with { Lost = 400 } }).ToList();
        Assert.Contains("Events came too fast and were not recorded, 0 of the first side and 2,000 of the second: differences of allocations, locks "
            + "and "
            + "exceptions may be larger or smaller than shown.",
            Explanations.Of("cell", rounds, CpuProfiler.Perf, (s_code, s_code), null).Notes);
    }

    [Fact]
    public void Methods_that_were_compiled_under_load_on_one_side_and_waiting_threads_that_were_counted_are_said()
    {
        var rounds = new TracedSamples(1).Rounds()
            .Select((round, index) => round with { Head = round.Head with { Compiled = [$"Once{index}", .. Methods(39 + index)] } }).ToList();
        Assert.Contains("In a round 0 methods of base and 42 of head were still being compiled under load, always only in head M0, M1, "
            + "M10: sizes may be those of code that was not fully optimised.",
            Explanations.Of("cell", rounds, CpuProfiler.Perf, (s_code, s_code), null).Notes);
        var waiting = rounds.Select(round => new TracedRound(round.Base with { Cpu = round.Base.Cpu / 2 },
            round.Head with { Cpu = round.Head.Cpu / 2 })).ToList();
        Assert.Equal(["The runtime's sampler counted waiting threads as running, so sizes are not lower bounds here."],
            Explainer.DoubtsOf(Explanations.Of("cell", waiting, CpuProfiler.EventPipe, (s_code, s_code), null), null));
        Assert.Empty(Explainer.DoubtsOf(Explanations.Of("cell", rounds, CpuProfiler.EventPipe, (s_code, s_code), null), null));
        Assert.DoesNotContain(Explanations.Of("cell", new TracedSamples(1).Rounds(), CpuProfiler.Perf, (s_code, s_code), null).Notes,
            note => note.StartsWith("In a round", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(100, true)]
    [InlineData(99, false)]
    public void Many_methods_that_were_compiled_under_load_on_both_sides_alike_are_said(int compiled, bool isSaid)
    {
        var rounds = new TracedSamples(1).Rounds().Select(round => new TracedRound(round.Base with { Compiled = Methods(compiled) },
            round.Head with { Compiled = Methods(compiled) })).ToList();
        Assert.Equal(isSaid, Explanations.Of("cell", rounds, CpuProfiler.Perf, (s_code, s_code), null).Notes.Contains(
            $"In a round {compiled} methods of base and {compiled} of head were still being compiled under load: sizes may be those of code that was "
            + "not fully optimised."));
    }

    private static IReadOnlyList<string> Methods(int number) => [.. Enumerable.Range(0, number).Select(index => $"M{index}")];

    [Fact]
    public void Missing_samples_are_said()
    {
        var rounds = new TracedSamples(1).Rounds().Select(round => round with { Base = Without(round.Base), Head = Without(round.Head) }).ToList();
        var notes = Explanations.Of("cell", rounds, CpuProfiler.Perf, (s_code, s_code), null).Notes;

        Assert.Contains("Samples cover 49 % of the CPU time only; the rest was divided among them in proportion.", notes);
        Assert.Contains(notes, note => note.StartsWith("No allocation was seen", StringComparison.Ordinal));

        static TracedSide Without(TracedSide side) => side with { Allocations = [], Cpu = side.Cpu * 2 };
    }

    [Theory]
    [InlineData(3, 5, -2, -1, "Measured rounds found more CPU time a request, the traced ones less: tracing changes the result here.")]
    [InlineData(-5, -3, 1, 2, "Measured rounds found less CPU time a request, the traced ones more: tracing changes the result here.")]
    [InlineData(3, 5, -1, 1, null)]
    [InlineData(3, 5, 1, 2, null)]
    public void Tracing_that_turns_the_difference_around_is_said(double low, double high, double tracedLow, double tracedHigh, string? expected)
    {
        var measured = new CellDifference
        {
            Cell = "cell",
            Metric = "cpuPerRequest",
            Stage = Stage.Screen,
            LowPercent = low,
            HighPercent = high,
            Rounds = 5,
        };
        var explained = new CellExplanation { Cell = "cell", CpuDifference = new((tracedLow + tracedHigh) / 2, tracedLow, tracedHigh) };
        Assert.Equal(expected, Explainer.DoubtsOf(explained, measured).SingleOrDefault());
    }

    [Theory]
    [InlineData(123.2, true)]
    [InlineData(25.1, true)]
    [InlineData(25.0, false)]
    [InlineData(-40.0, false)]
    [InlineData(null, false)]
    public void Tracing_that_costs_much_CPU_time_is_said_because_sizes_are_then_not_those_of_measured_rounds(double? percent, bool isSaid)
    {
        string[] expected = isSaid ? ["A traced request of base takes over 25 % more CPU time than a measured one, so sizes are not those of the "
            + "measured rounds."] : [];
        Assert.Equal(expected, Explainer.DoubtsOf(new() { Cell = "cell", OverheadPercent = percent }, null));
    }

    [Theory]
    [InlineData(0.8, 25.0)]
    [InlineData(1.25, -20.0)]
    [InlineData(0.0, null)]
    [InlineData(null, null)]
    public void What_a_traced_request_of_base_takes_more_is_held_against_the_measured_ones(double? share, double? expected)
    {
        var rounds = new TracedSamples(1).Rounds(extra: 5);
        var traced = rounds.Average(round => round.Base.CpuPerRequest);
        Assert.Equal(expected, Explanations.Of("cell", rounds, CpuProfiler.Perf, (s_code, s_code), measured: share * traced).OverheadPercent);
    }

    private static List<CellExplanation> Explained(Func<int, IReadOnlyList<TracedRound>> rounds) =>
        [.. Enumerable.Range(1, Trials).AsParallel().AsOrdered()
        .Select(seed => Explanations.Of("cell", rounds(seed), CpuProfiler.Perf, (s_code, s_code), measured: 20))];
}
